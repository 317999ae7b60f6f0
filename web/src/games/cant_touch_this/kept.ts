/** The shapes of what this game keeps on a device (`played.ts`, `puzzles.ts`), to know them again in a file. */
import { isDate, isText, isWhole, listOf, recordOf, structOf, type Shape } from '../../device/keeping'

export const kept: Record<string, Shape> = {
  clips: structOf({
    results: recordOf(structOf({ best: isWhole, tries: isWhole, table: isText })),
    friends: recordOf(listOf(structOf({ table: isText, name: isText, score: isWhole }))),
    days: listOf(isDate),
    counted: listOf(isText),
  }),
  puzzles: structOf({
    solved: recordOf(listOf(isWhole)),
    row: isWhole,
    bestRow: isWhole,
    rush: structOf({ best: isWhole, runs: isWhole }),
    days: listOf(isDate),
    counted: listOf(isText),
  }),
}
