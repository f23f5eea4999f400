import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SaleWay } from '#domain/vehicle.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { SaleView } from './schema.ts'

/** How a car left the fleet; `null` while it is here. */
export async function findSale(vehicleId: string, on: Kysely<DB> = db): Promise<SaleView | null> {
  const row = await on
    .selectFrom('car_sales')
    .selectAll()
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    way: row.way as SaleWay,
    leftOn: row.left_on,
    buyer: row.buyer,
    file: row.file_name,
    price: row.price_cents === null ? null : cents(row.price_cents),
    kilometres: row.kilometres,
  }
}

/** The contract or receipt of a sale. Refuses `record.not-found` when there is none. */
export async function readSalePaper(vehicleId: string) {
  const row = await db
    .selectFrom('car_sales')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'media_type', 'file_name'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}
