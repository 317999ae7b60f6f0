/** The outlines of seats' shapes, in a box of 24. */
export const SHAPES: Record<string, string> = {
  circle: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  square: 'M3.5 3.5h17v17h-17z',
  triangle: 'M12 2.6 22 20.8H2z',
  diamond: 'M12 1.5 22.5 12 12 22.5 1.5 12z',
  hexagon: 'M7 3h10l5 9-5 9H7l-5-9z',
  star: 'M12 1.4l3.1 6.9 7.5.8-5.6 5 1.6 7.4L12 17.7l-6.6 3.8L7 14.1l-5.6-5 7.5-.8z',
}
