/** While the screen in the room is shown the whole page is drawn for it. */
import { onMount } from 'svelte'
import '../style/big.css'

export function drawForTheRoom(isBig: boolean): void {
  onMount(() => {
    if (!isBig) return
    document.documentElement.dataset.screen = 'big'
    return () => delete document.documentElement.dataset.screen
  })
}
