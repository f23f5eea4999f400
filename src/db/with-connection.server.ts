import pg from 'pg'

/**
 * Does `work` with a connection of its own. One that is lost between two questions fails the next of them: pg also tells it
 * as an event, and an event that nobody hears would end the process, on a host that of every operator.
 */
export async function withConnection<Result>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(settings)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
