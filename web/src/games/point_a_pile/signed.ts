/** Points as they are written, with a true minus. */
export const counted = (points: number): string => (points < 0 ? `−${-points}` : String(points))

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')
