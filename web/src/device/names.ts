// Names as the server takes them: so many code points at most, and never half a sign (an emoji can be many of them).

const LONGEST = 20

/** As much of a name as fits. */
export function fittingName(text: string): string {
  let fits = ''
  for (const sign of signsOf(text)) {
    if ([...fits, ...sign].length > LONGEST) break
    fits += sign
  }
  return fits
}

/** What a reader takes for one sign; where the browser cannot tell, code points. */
function signsOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text]
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
}
