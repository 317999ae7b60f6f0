import type { Line } from '../src/wire/connection'

/** As much of a table's client as the notice of its line looks at. */
export class LineShown {
  line = $state<Line>('connecting')
  isNetworkDoubted = $state(false)
  isBusy = false
}
