/**
 * Where the page is. Everything stands behind the `#`, so no part of it reaches a server's log: a watch key may stand
 * there. `/t/CODE` as a path is understood too, for links that are typed or scanned.
 */
import { whenBack, whenBare } from './parts/way-back'
import { addressForOthers } from './wire/address.svelte'

/** Another choice than the one that was made: instead of which entry of the match, and what, as the game writes it. */
export interface Instead {
  of: number
  choice: string
}

export type Route =
  | { at: 'start' }
  | { at: 'join'; code: string }
  | { at: 'table'; table: string; isPlain?: true }
  | { at: 'watch'; code: string }
  | { at: 'looking'; table: string; key: string; isBig: boolean }
  | { at: 'replay'; table: string; entry: number | null; viewer: number | null; instead?: Instead }
  | { at: 'rules'; game: string }
  /** Something of a game that is handed on, such as a card to be beaten; what stands there is the game's own. */
  | { at: 'challenge'; game: string; what: string }
  /** Positions of a game to win from: all there is, or what stands there, in the game's own words. */
  | { at: 'puzzles'; game: string; what: string }
  | { at: 'parts' }

export function parseRoute(path: string): Route {
  const [name = '', ...rest] = path.replace(/^#?\/*/, '').split('/').map(decodeURIComponent)
  const [first, second, third] = rest
  if (name === 'parts') return { at: 'parts' }
  if (first === undefined || first === '') return { at: 'start' }
  switch (name) {
    case 't':
      return { at: 'join', code: asCode(first) }
    case 'w':
      return second ? { at: 'looking', table: first, key: second, isBig: false } : { at: 'watch', code: asCode(first) }
    case 'big':
      return second ? { at: 'looking', table: first, key: second, isBig: true } : { at: 'start' }
    case 'table':
      return { at: 'table', table: first, ...(second === 'plain' ? { isPlain: true } : {}) }
    case 'replay':
      return { at: 'replay', table: first, entry: asNumber(second), viewer: asNumber(third) }
    case 'instead':
      return second && third ? { at: 'replay', table: first, entry: asNumber(rest[3]), viewer: asNumber(rest[4]), instead: { of: Number(second), choice: third } } : { at: 'start' }
    case 'rules':
      return { at: 'rules', game: first }
    case 'challenge':
      return { at: 'challenge', game: first, what: rest.slice(1).join('/') }
    case 'puzzles':
      return { at: 'puzzles', game: first, what: second ?? '' }
    default:
      return { at: 'start' }
  }
}

export function hrefOf(route: Route): string {
  switch (route.at) {
    case 'start':
      return '#/'
    case 'join':
      return `#/t/${route.code}`
    case 'table':
      return `#/table/${route.table}${route.isPlain ? '/plain' : ''}`
    case 'watch':
      return `#/w/${route.code}`
    case 'looking':
      return `#/${route.isBig ? 'big' : 'w'}/${route.table}/${route.key}`
    case 'replay':
      // A seat stands behind a step, so without a step it stands behind the first.
      return `#/${[...ofReplay(route), route.entry ?? (route.viewer === null ? null : 0), route.viewer].filter((part) => part !== null).join('/')}`
    case 'rules':
      return `#/rules/${route.game}`
    case 'challenge':
      return `#/challenge/${route.game}/${route.what}`
    case 'puzzles':
      return `#/puzzles/${[route.game, route.what].filter(Boolean).join('/')}`
    case 'parts':
      return '#/parts'
  }
}

const ofReplay = ({ table, instead }: Route & { at: 'replay' }): (string | number)[] => (instead ? ['instead', table, instead.of, encodeURIComponent(instead.choice)] : ['replay', table])

/** A whole link, to hand to somebody else. */
export const linkTo = (route: Route): string => `${addressForOthers()}/${hrefOf(route)}`

const CODE_LENGTH = 6
export const asCode = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '').slice(0, CODE_LENGTH)
/** Tables of old have codes of five letters. */
export const isCode = (text: string): boolean => text.length === CODE_LENGTH || text.length === CODE_LENGTH - 1

const asNumber = (text: string | undefined): number | null => (text !== undefined && /^\d+$/.test(text) ? Number(text) : null)

class Place {
  now = $state.raw<Route>({ at: 'start' })

  constructor() {
    if (location.pathname !== '/' && location.hash === '') {
      history.replaceState(null, '', `/${hrefOf(parseRoute(location.pathname))}`)
    }
    this.now = parseRoute(location.hash)
    addEventListener('hashchange', () => (this.now = parseRoute(location.hash)))
  }

  go(route: Route): void {
    whenBack(() => (location.hash = hrefOf(route)))
  }

  /** Go without a way back to where one was. */
  replace(route: Route): void {
    whenBare(() => {
      history.replaceState(null, '', hrefOf(route))
      this.now = route
    })
  }

  /** What is shown here has an address of its own by now; nothing is opened anew. */
  rename(route: Route): void {
    whenBare(() => history.replaceState(null, '', hrefOf(route)))
  }
}

export const place = new Place()

/** The link others join by, as it stands in the QR: a path, so that it can be read aloud. */
export const joinLink = (code: string): string => `${addressForOthers()}/t/${code}`
