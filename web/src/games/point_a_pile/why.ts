/** Why a card of a row brings what it brings. */
import type { Card } from '../../protocol/games/point_a_pile'
import type { Words } from '../../i18n/catalogue'

/** What was counted, where that says more than the card does. */
export function because({ set, kind, needs, of_colour }: Card, count: number, words: Words): string {
  if (set !== 'base') return words.label(`page.why.${set}`)
  switch (kind) {
    case 'colour_match':
      return words.label('page.why.colour_match', { count, of_colour })
    case 'all_colours':
      return words.label('page.why.all_colours', { count })
    case 'colour_group':
    case 'card_count':
      return words.label(`page.why.${kind}`, { count, needs })
    case 'colour_count':
      return words.label('page.why.colour_count', { count, needs, of_colour })
    case 'textless_match':
      return words.label('page.why.textless_match', { count })
    case 'last_card':
    case 'headpointer':
      return words.label(`page.why.${kind}.${count ? 'yes' : 'no'}`)
    default:
      return ''
  }
}
