import { afterAll } from 'vitest'

/** What jsdom lacks. */
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS

// What the page still has to say when a file's tests are over would be said without a page. Asked for only then: some
// tests lay out what a device has kept before its settings are read. Tests of what needs no page have none to say it on.
afterAll(async () => {
  if ('document' in globalThis) (await import('../src/senses/announcer.svelte')).announcer.hush()
})
