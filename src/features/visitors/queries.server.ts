import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'

/** Whom to tell that a visitor wrote: the address the site shows when the office set one, else every administrator. */
export async function officeAddresses(on: Kysely<DB> = db): Promise<string[]> {
  const brand = await on.selectFrom('brand').select('email').executeTakeFirst()
  if (brand?.email) return [brand.email]
  const admins = await on
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('email')
    .execute()
  return admins.map(({ email }) => email)
}
