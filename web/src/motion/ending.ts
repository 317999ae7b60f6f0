/**
 * How a match ends on the table, before any sheet: everybody's things are counted at once, beat by beat, a lane for each
 * player, so that nobody knows the winner before the last beat. A game says what lies in the lanes (`ending.ts` in its
 * folder, loaded when the end comes); when each thing lands is worked out here, and `EndingScene.svelte` draws it.
 */
import type { Component } from 'svelte'
import type { Words } from '../i18n/catalogue'

/** A thing that is counted. */
export interface Counted {
  /** What the game's `Thing` draws. */
  face: string
  /** What it brings; null: it is only shown. */
  points: number | null
  /** It lands last of all, heavily. */
  isHeavy?: boolean
  /** Places on the table (`data-spot`) that light up with it. */
  lights?: readonly string[]
}

export interface Lane {
  seat: number
  things: readonly Counted[]
}

export interface Ending {
  /** One to a player, whoever looks first. */
  lanes: readonly Lane[]
  /** `rows` lie beside one another, `stacks` grow against one another, `foot` leaves the table above in sight. */
  look: 'rows' | 'stacks' | 'foot'
}

export interface EndingOfGame {
  endingOf: (view: any, you: number | null, words: Words) => Ending
  /** Draws what is counted. */
  Thing: Component<{ face: string; options: Record<string, unknown> }>
}

/** In milliseconds from the start. */
export interface Landing {
  thing: Counted
  at: number
  /** The player's points from then on. */
  sum: number
}

export interface Timing {
  lanes: readonly (readonly Landing[])[]
  /** All is counted, and the winner is clear. */
  decided: number
  ends: number
}

const BREATH = 500
const COUNTING = 2600
const LONGEST_STEP = 360
const SHORTEST_STEP = 45
/** Before what is heavy lands. */
const HELD_BREATH = 420
const CELEBRATION = 2000

export function timingOf({ lanes }: Ending): Timing {
  const light = lanes.map((lane) => lane.things.filter((thing) => !thing.isHeavy))
  const steps = Math.max(1, ...light.map((things) => things.length))
  const step = Math.min(LONGEST_STEP, Math.max(SHORTEST_STEP, COUNTING / steps))
  const counted = BREATH + steps * step
  const hasHeavy = lanes.some((lane) => lane.things.some((thing) => thing.isHeavy))
  const landings = lanes.map((lane) => {
    let place = 0
    let sum = 0
    return lane.things.map((thing): Landing => {
      sum += thing.points ?? 0
      return { thing, at: thing.isHeavy ? counted + HELD_BREATH : BREATH + place++ * step, sum }
    })
  })
  const decided = counted + (hasHeavy ? HELD_BREATH + 350 : 150)
  return { lanes: landings, decided, ends: decided + CELEBRATION }
}

/** Whoever looks first, then as they sit around the table. */
export const seatsFrom = (you: number | null, count: number): number[] => Array.from({ length: count }, (_, step) => ((you ?? 0) + step) % count)

/** Many alike are counted by the handful: at most `most` parts, as even as can be. */
export function handfuls(count: number, most: number): number[] {
  const parts = Math.min(count, most)
  return Array.from({ length: parts }, (_, part) => Math.floor(((part + 1) * count) / parts) - Math.floor((part * count) / parts))
}
