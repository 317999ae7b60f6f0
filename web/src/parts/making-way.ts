/** A question is never covered: when this device is asked, whatever lies over the table gives way. */
import { fieldTaken } from '../senses/keys'

const covering = new Set<() => void>()

/** `close` is called when a question comes; the answer ends that. */
export function giveWay(close: () => void): () => void {
  covering.add(close)
  return () => covering.delete(close)
}

/** A question has come. */
export function makeWay(): void {
  if (covering.size) fieldTaken()
  for (const close of [...covering]) close()
}
