import { vi } from 'vitest'

/** What comes by itself a moment later, however slow the machine is. */
export const comes = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 30_000 })
