/** What the page counts on and Chromium 94, as televisions of 2022 have it, lacks. Imported before everything else. */

type Holds = (value: unknown, index: number, all: readonly unknown[]) => unknown

function findLastIndex(this: readonly unknown[], holds: Holds): number {
  for (let index = this.length - 1; index >= 0; index--) if (holds(this[index], index, this)) return index
  return -1
}

function findLast(this: readonly unknown[], holds: Holds): unknown {
  return this[findLastIndex.call(this, holds)]
}

/** Nothing is put over what is there. */
export function addMissing(to: object): void {
  for (const [name, value] of Object.entries({ findLast, findLastIndex })) if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true, writable: true })
}

addMissing(Array.prototype)
