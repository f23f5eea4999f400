import { db } from '#db/client.server.ts'

/** Whether the last answer under an id allows advertising. An unknown id allows nothing. */
export async function stillAllowsAdvertising(id: string): Promise<boolean> {
  const last = await db
    .selectFrom('consents')
    .select('advertising')
    .where('id', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.advertising ?? false
}
