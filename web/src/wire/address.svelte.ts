/**
 * The address to hand to others. Whoever runs the server at home opens the page as localhost, which would lead a friend to
 * the friend's own phone; the server knows its address in the network.
 */
import { readAddress } from './http'

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0']

let known = $state(location.origin)

export const addressForOthers = (): string => known

export async function learnAddress(hostname = location.hostname): Promise<void> {
  if (THIS_MACHINE.includes(hostname)) known = await readAddress().then((shown) => shown.address, () => location.origin)
}
