import { expect, test } from 'vitest'
import { databaseUrl } from './client.server.ts'
import { withConnection } from './with-connection.server.ts'

test('a connection that is lost between two questions fails the next one, and nothing else', async () => {
  const connectionString = await databaseUrl()
  const asked = withConnection({ connectionString }, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await withConnection({ connectionString }, (other) =>
      other.query('select pg_terminate_backend($1)', [rows[0]!.pid]),
    )
    await lost
    await client.query('select 1')
  })
  await expect(asked).rejects.toThrow('not queryable')
})

test('what fails in it ends the connection', async () => {
  let ended = false
  const asked = withConnection({ connectionString: await databaseUrl() }, (client) => {
    client.once('end', () => (ended = true))
    return client.query('select no_such_column')
  })
  await expect(asked).rejects.toThrow('no_such_column')
  expect(ended).toBe(true)
})
