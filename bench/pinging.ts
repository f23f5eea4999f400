import { Agent, get } from 'node:http'

/**
 * Asks for one page again and again, each time a moment after the last answer came, until it is told to stop; then
 * answers how long each took, in milliseconds. It is a process of its own, so that the work of the bench delays nothing
 * here.
 */
const [url] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const PAUSE = 10

let took: number[] = []
process.on('message', (message) => {
  if (message === 'begin') took = []
  else process.send!(took, () => message === 'stop' && process.exit(0))
})

for (;;) {
  const start = performance.now()
  await asked()
  took.push(performance.now() - start)
  await new Promise((done) => setTimeout(done, PAUSE))
}

function asked(): Promise<void> {
  return new Promise((done, failed) => {
    get(url!, { agent }, (response) => response.resume().on('end', done).on('error', failed)).on('error', failed)
  })
}
