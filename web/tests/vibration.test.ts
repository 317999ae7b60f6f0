import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('the buzz of a turn does not cut off the longer one of the Gool question', async () => {
  const felt: unknown[] = []
  vi.stubGlobal('navigator', { language: 'en', languages: ['en'], userActivation: { hasBeenActive: true }, vibrate: (pattern: unknown) => felt.push(pattern) })
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { settings } = await import('../src/device/settings.svelte')
  settings.set({ vibration: true })
  const { vibrate } = await import('../src/device/offers')
  vibrate([40, 60, 40])
  now.mockReturnValue(1110)
  vibrate(60)
  expect(felt).toEqual([[40, 60, 40]])
  now.mockReturnValue(1150)
  vibrate(60)
  expect(felt).toEqual([[40, 60, 40], 60])
})
