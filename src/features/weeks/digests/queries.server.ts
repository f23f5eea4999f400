import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type User, hasPower, scopesFrom } from '#domain/access.ts'
import { RHYTHMS, type Rhythm, dueDigest } from '#domain/digest.ts'
import { readDigestTime } from '#features/mail/notice-rules/queries.server.ts'
import type { Language } from '#messages/language.ts'

/** The rhythm of a person who chose none. */
const USUAL: Rhythm = 'weekly'

/** How often a person of the office wants the digest. */
export async function findRhythm(uid: string, on: Kysely<DB> = db): Promise<Rhythm> {
  const row = await on.selectFrom('digest_choices').select('rhythm').where('uid', '=', uid).executeTakeFirst()
  return readRhythm(row?.rhythm ?? null)
}

/** A person of the office whose digest is due; `day` is the day of that digest. */
export type DueReader = Pick<User, 'role' | 'scopes'> & {
  uid: string
  email: string
  name: string
  language: Language
  day: string
}

/**
 * People of the office who can change something and whose digest is due and not yet sent. An account, a choice or an hour
 * that was set after the due moment counts from the next digest on.
 */
export async function listDueReaders(now: Temporal.Instant, on: Kysely<DB> = db): Promise<DueReader[]> {
  const { changedAt, ...time } = await readDigestTime(on)
  const people = await on
    .selectFrom('users')
    .leftJoin('digest_choices as choice', 'choice.uid', 'users.uid')
    .leftJoin('digests as last', (join) =>
      join
        .onRef('last.uid', '=', 'users.uid')
        .on(sql<boolean>`last.day = (select max(day) from digests where digests.uid = users.uid)`),
    )
    .select(['users.uid', 'users.email', 'users.display_name', 'users.language', 'users.scopes', 'users.created_at'])
    .select(['choice.rhythm', 'choice.changed_at', 'last.day'])
    .where('users.role', '=', 'admin')
    .where('users.disabled', '=', false)
    .orderBy('users.email')
    .execute()
  return people.flatMap(({ uid, email, display_name, language, ...person }) => {
    const due = dueDigest(readRhythm(person.rhythm), time, now)
    if (due === null) return []
    const [moment, day] = [due.toInstant(), due.toPlainDate().toString()]
    const isYounger = (at: Temporal.Instant | null) => at !== null && Temporal.Instant.compare(at, moment) > 0
    if ([person.created_at, person.changed_at, changedAt].some(isYounger)) return []
    const reader = { role: 'admin' as const, scopes: scopesFrom(person.scopes) }
    const mayChange = (['money', 'operations', 'house'] as const).some((power) => hasPower(reader, power))
    if (!mayChange || (person.day !== null && person.day >= day)) return []
    return [{ ...reader, uid, email, name: display_name ?? '', language: language === 'en' ? 'en' : 'pt', day }]
  })
}

function readRhythm(word: string | null): Rhythm {
  return RHYTHMS.find((known) => known === word) ?? USUAL
}
