import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'

/** Milliseconds to the site and back, and bytes a second that arrive: 1.6 Mbit/s. */
const ROUND_TRIP = 150
const RATE = 200_000

export type Network = { port: number; stop: () => Promise<void> }

/**
 * A server of this machine as a phone reaches it on the road, for every request of the browser and of its worker: a
 * connection takes one round trip before it carries anything, and all that arrives shares one line.
 */
export async function slowNetwork(port: number): Promise<Network> {
  const line = { free: 0 }
  const open = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const ready = performance.now() + ROUND_TRIP
    relay(near, far, () => Math.max(performance.now(), ready) + ROUND_TRIP / 2)
    relay(far, near, (bytes) => {
      line.free = Math.max(performance.now() + ROUND_TRIP / 2, line.free) + (bytes * 1000) / RATE
      return line.free
    })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}

/**
 * `due` is the moment at which the bytes just read arrive at the other end, by the clock of this process; never before
 * bytes that were read earlier.
 */
function relay(from: Socket, to: Socket, due: (bytes: number) => number): void {
  let before: Promise<void> = Promise.resolve()
  const after = (work: () => void, at: number) => {
    const arrival = new Promise((done) => setTimeout(done, Math.max(0, at - performance.now())))
    before = Promise.all([before, arrival]).then(work)
  }
  from.setNoDelay(true)
  from.on('data', (bytes: Buffer) => after(() => void (to.destroyed || to.write(bytes)), due(bytes.length)))
  from.on('end', () => after(() => to.end(), performance.now()))
  from.on('close', () => after(() => to.destroy(), performance.now()))
}
