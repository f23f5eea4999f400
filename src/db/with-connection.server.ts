import pg from 'pg'

/**
 * Does `work` with a connection of its own. If the connection is lost between two questions, the next question fails.
 * pg also emits the loss as an event, which would end the process if nobody listened, on a host that of every operator.
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
