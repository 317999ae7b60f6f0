/** The letters of a card, as the server spells them, and the words the catalogues have for them. */
import type { Symbol } from '../../protocol/games/cant_touch_this'

export type Letter = '1' | '2' | 'P' | 'S' | 'G' | 'B' | '*' | 'W'

export const SYMBOL_OF: Record<Letter, Symbol> = { '1': 'one', '2': 'two', P: 'poop', S: 'swirl', G: 'gem', B: 'bomb', '*': 'star', W: 'wild' }
export const LETTER_OF = Object.fromEntries(Object.entries(SYMBOL_OF).map(([letter, symbol]) => [symbol, letter])) as Record<Symbol, Letter>
export const LETTERS: Record<1 | 2, readonly Letter[]> = { 1: ['1', '2', 'P', 'S', 'G', 'B', '*'], 2: ['1', '2', 'P', 'S', 'G', 'B', '*', 'W'] }
