/**
 * Run by `positions.ts` in a data directory of its own: a fleet whose cars nobody has, each with a phone whose token is known, and positions recorded for
 * three days.
 */
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { asOwner, fillFleet } from './world.ts'
import { tokenOf } from './positions-token.ts'

const [cars = 1] = process.argv.slice(2, 3).map(Number)
const secret = process.argv[3] ?? ''

await openDatabase()
await asOwner(async (owner) => {
  await fillFleet(owner, cars)
  await owner.query('delete from assignments')
  await owner.query(`insert into position_settings (records_since) values (now() - interval '3 days')`)
  const { rows } = await owner.query<{ id: string }>('select id from vehicles order by plate')
  await owner.query(
    `insert into position_devices (kind, name, vehicle_id, token_hash, made_at)
      select 'phone', 'Telemóvel', car, hash, now() from unnest($1::uuid[], $2::bytea[]) as one (car, hash)`,
    [rows.map(({ id }) => id), rows.map((_, at) => hashOfSecret(tokenOf(secret, at)))],
  )
  await owner.query('analyze')
})
await closeDatabase()
