import type { ConnectionState } from '../src/wire/connection'

/** As much of a table's client as the notice of its connection looks at. */
export class ConnectionShown {
  connectionState = $state<ConnectionState>('connecting')
  isNetworkDoubted = $state(false)
  isBusy = false
}
