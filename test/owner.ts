import pg from 'pg'

let kept: { url: string; client: Promise<pg.Client> } | null = null

/**
 * The connection of the owner of the tests' database, past triggers and references. It stays open: a new connection
 * learns each table anew, and tests ask a hundred tables hundreds of times.
 */
export function owner(): Promise<pg.Client> {
  const url = process.env['DATABASE_OWNER_URL']!
  if (kept?.url === url) return kept.client
  void kept?.client.then((client) => client.end())
  const one = { url, client: connect(url, () => kept === one && (kept = null)) }
  kept = one
  return one.client
}

async function connect(url: string, lost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  await client.query('set session_replication_role = replica')
  return client
}
