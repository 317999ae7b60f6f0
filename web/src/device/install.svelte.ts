/** Putting Touchwood among the device's apps, where the browser offers that (not over plain http). */

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let offered = $state.raw<InstallPrompt | null>(null)

/** The browser offers it once, early; it is kept for whoever looks into the settings. */
export function watchForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
  })
  addEventListener('appinstalled', () => (offered = null))
}

export const canInstall = (): boolean => offered !== null

export async function install(): Promise<void> {
  const prompt = offered
  // A prompt can be shown once only.
  offered = null
  await prompt?.prompt()
}
