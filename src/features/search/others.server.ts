import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { translator } from '#messages/translate.ts'
import { LANGUAGES } from '#messages/language.ts'
import { containing, folded } from './matching.ts'
import { ALIKE, type Asked, type FoundOther, type Noun, type OtherGroup, bare } from './schema.ts'

/** Of each of these kinds, where everything is looked through at once. */
const MOST = 5

type Source = {
  from: RawBuilder<unknown>
  /** The texts of its own that it is found by; none may be null. */
  own?: RawBuilder<string>
  /** What the thing shares with others, and is found by as well: its week or kind, the names of whose it is. */
  of: readonly Shared[]
  id: RawBuilder<string>
  /** What the thing is called. */
  name: RawBuilder<string | null>
  detail?: RawBuilder<string | null>
  /** A word of a closed list, which the page has words for. */
  kind?: RawBuilder<string | null>
  /** A second part of its address. */
  under?: RawBuilder<string | null>
  on: RawBuilder<string | null>
  amount?: RawBuilder<number | null>
  /** The table of which an index has `own`, as it is written here: its texts are not read one by one. */
  indexed?: RawBuilder<unknown>
  /** The thing is found by `own` alone, and of what was found the newest come first. */
  isMany?: true
}

/** What many rows have alike, by its name in a statement: it is asked once whether it has a word. */
const SHARED = {
  week: { name: 'of_week', all: sql`weeks` },
  kind: { name: 'kind', all: sql`kinds` },
  driver: { name: 'driver', all: sql`people` },
  vehicle: { name: 'car', all: sql`cars` },
} as const
type Shared = keyof typeof SHARED
/** A number or a day, which nothing else may stand for. */
const NUMBERS: ReadonlySet<Shared> = new Set<Shared>(['week'])
/** The shared texts that are read before what a row says itself. */
const FIRST: ReadonlySet<Shared> = new Set<Shared>(['week', 'kind'])

const DRIVER = sql<string | null>`driver.name`
const PLATE = sql<string | null>`car.plate`
const driver = (id = 'one.driver_id') => sql`left join people driver on driver.id = ${sql.ref(id)}`
const car = (id = 'one.vehicle_id') => sql`left join cars car on car.id = ${sql.ref(id)}`
/** Weeks as people name them. */
const WEEK = sql<string>`to_char(week, '"w"IW IYYY"-w"IW FMIW')`

/** The day in Lisbon of a moment, as every page says it: in UTC the first hour of a summer day is the day before. */
const dayIn = (column: string) => sql<string | null>`(${sql.ref(column)} at time zone 'Europe/Lisbon')::date::text`

/** Everything else that has a page of its own: what it is found by, and what is said of it. */
const SOURCES: Readonly<Record<Noun, Source>> = {
  candidate: {
    from: sql`(select * from applications where state <> 'started') one`,
    own: sql`concat_ws(' ', one.name, one.email, regexp_replace(one.phone, '[^0-9]', '', 'g'), one.vehicle_plate, one.municipality)`,
    of: [],
    id: sql`one.id::text`,
    name: sql`one.name`,
    detail: sql`one.municipality`,
    on: dayIn('one.created_at'),
  },
  contract: {
    from: sql`contracts one ${driver()}`,
    own: sql`one.kind || ' ' || one.ordinal`,
    of: ['driver'],
    id: sql`one.id::text`,
    name: DRIVER,
    kind: sql`one.kind`,
    on: sql`one.starts_on::text`,
  },
  statement: {
    from: sql`(select * from settlements where state <> 'void') one join weeks of_week on of_week.week = one.week ${driver()}`,
    of: ['week', 'driver'],
    id: sql`to_char(one.week, 'IYYY"-W"IW')`,
    under: sql`one.driver_id::text`,
    name: DRIVER,
    on: sql`one.week::text`,
    amount: sql`one.net_cents`,
  },
  dispute: {
    from: sql`disputes one join settlements about on about.id = one.settlement_id ${driver('about.driver_id')}`,
    own: sql`one.words || ' ' || one.answer`,
    of: ['driver'],
    id: sql`one.id::text`,
    name: DRIVER,
    detail: sql`one.words`,
    on: dayIn('one.opened_at'),
  },
  receipt: {
    from: sql`green_receipts one join settlements about on about.id = one.settlement_id ${driver('about.driver_id')}`,
    own: sql`one.file_name`,
    indexed: sql`green_receipts`,
    of: ['driver'],
    id: sql`one.id::text`,
    name: DRIVER,
    detail: sql`one.file_name`,
    on: dayIn('one.sent_at'),
  },
  adjustment: {
    from: sql`(select * from adjustments where state <> 'withdrawn') one ${driver()}`,
    own: sql`one.reason`,
    indexed: sql`adjustments`,
    of: ['driver'],
    id: sql`one.driver_id::text`,
    name: DRIVER,
    detail: sql`one.reason`,
    on: sql`one.week::text`,
    amount: sql`one.amount_cents`,
  },
  plan: {
    from: sql`plans one ${driver()}`,
    own: sql`one.reason`,
    of: ['driver'],
    id: sql`one.id::text`,
    name: DRIVER,
    detail: sql`one.reason`,
    kind: sql`one.kind`,
    on: sql`one.agreed_on::text`,
    amount: sql`one.total_cents`,
  },
  goal: {
    from: sql`goals one`,
    own: sql`one.name || ' ' || coalesce(one.name_en, '')`,
    of: [],
    id: sql`one.id::text`,
    name: sql`one.name`,
    on: sql`one.starts_on::text`,
  },
  fine: {
    from: sql`fines one ${driver()} ${car()}`,
    own: sql`one.number || ' ' || one.place || ' ' || one.offence || ' ' || one.authority`,
    of: ['driver', 'vehicle'],
    id: sql`one.id::text`,
    name: sql`one.number`,
    detail: sql`concat_ws(' · ', driver.name, one.place)`,
    on: dayIn('one.committed_at'),
    amount: sql`one.amount_cents`,
  },
  accident: {
    from: sql`(select * from accidents where withdrawn_at is null) one ${driver()} ${car()}`,
    own: sql`concat_ws(' ', one.place, one.claim_number, one.other_name, one.other_plate, one.other_policy, one.police_number)`,
    of: ['driver', 'vehicle'],
    id: sql`one.vehicle_id::text`,
    under: sql`one.id::text`,
    name: PLATE,
    detail: sql`one.place`,
    on: dayIn('one.happened_at'),
  },
  damage: {
    from: sql`damages one ${driver()} ${car()}`,
    own: sql`one.note || ' ' || coalesce(one.contested_words, '')`,
    of: ['driver', 'vehicle'],
    id: sql`one.vehicle_id::text`,
    under: sql`one.id::text`,
    name: PLATE,
    detail: sql`nullif(one.note, '')`,
    on: sql`null`,
    amount: sql`coalesce(one.invoice_cents, one.estimate_cents)`,
  },
  job: {
    from: sql`(select * from maintenance_jobs where withdrawn_at is null) one ${car()}`,
    own: sql`one.what || ' ' || one.workshop`,
    indexed: sql`maintenance_jobs`,
    of: ['vehicle'],
    id: sql`one.vehicle_id::text`,
    name: PLATE,
    detail: sql`concat_ws(' · ', one.what, nullif(one.workshop, ''))`,
    on: sql`one.done_on::text`,
    amount: sql`one.cost_cents`,
  },
  paper: {
    from: sql`(select * from papers where state <> 'replaced') one join kinds kind on kind.code = one.kind ${driver()} ${car()}`,
    own: sql`one.file_name`,
    indexed: sql`papers`,
    of: ['kind', 'driver', 'vehicle'],
    id: sql`coalesce(one.driver_id, one.vehicle_id)::text`,
    under: sql`case when one.driver_id is not null then 'drivers' when one.vehicle_id is not null then 'vehicles' end`,
    name: sql`coalesce(driver.name, car.plate)`,
    detail: sql`kind.name_pt`,
    kind: sql`kind.name_en`,
    on: sql`one.expires_on::text`,
  },
  correction: {
    from: sql`corrections one ${driver()}`,
    own: sql`one.answer`,
    of: ['driver'],
    id: sql`one.id::text`,
    name: DRIVER,
    kind: sql`one.field`,
    on: dayIn('one.asked_at'),
  },
  departure: {
    from: sql`departures one ${driver()}`,
    own: sql`one.reason`,
    of: ['driver'],
    id: sql`one.driver_id::text`,
    name: DRIVER,
    detail: sql`one.reason`,
    on: sql`one.last_day::text`,
  },
  task: {
    from: sql`application_tasks one join applications about on about.id = one.application_id`,
    own: sql`one.what || ' ' || about.name`,
    of: [],
    id: sql`one.application_id::text`,
    name: sql`one.what`,
    detail: sql`about.name`,
    on: sql`one.due_on::text`,
  },
  movement: {
    from: sql`bank_movements one`,
    own: sql`one.text || ' ' || coalesce(one.party, '')`,
    of: [],
    id: sql`one.id::text`,
    name: sql`one.text`,
    detail: sql`nullif(one.party, '')`,
    on: sql`one.booked_on::text`,
    amount: sql`one.amount_cents`,
    isMany: true,
  },
  message: {
    from: sql`mail_outbox one`,
    own: sql`one.recipient`,
    of: [],
    id: sql`one.id::text`,
    name: sql`one.recipient`,
    kind: sql`one.template`,
    on: dayIn('one.created_at'),
    isMany: true,
  },
  account: {
    from: sql`users one`,
    own: sql`concat_ws(' ', one.display_name, one.email)`,
    of: [],
    id: sql`one.uid`,
    name: sql`coalesce(nullif(one.display_name, ''), one.email::text)`,
    detail: sql`one.email::text`,
    on: sql`null`,
  },
}

/** The names of each kind in every language: "multa silva" is the fines of Silva. */
const CALLED = new Map<Noun, string>()
function calledOf(noun: Noun): string {
  const known = CALLED.get(noun)
  if (known !== undefined) return known
  const words = bare(LANGUAGES.map(({ code }) => translator(code)(`page.search.others.${noun}.called`)).join(' '))
  CALLED.set(noun, words)
  return words
}

/** Of each of these kinds the first that answer, most like what was typed first; `isAlike` finds what is only written nearly so. */
export async function findOthers(
  asked: Asked,
  nouns: readonly Noun[],
  { isAlike }: { isAlike: boolean },
  on: Kysely<DB>,
): Promise<OtherGroup[]> {
  if (nouns.length === 0) return []
  const says = (words: RawBuilder<unknown>) => whatIsSaid(words, asked, isAlike)
  const { rows } = await sql<FoundOther>`
    with people as materialized (select id, name, words, ${says(sql`words`)} as says
        from (select id, name, ${folded(sql`name`)} as words from drivers offset 0) drivers),
      cars as materialized (select id, plate, words, ${says(sql`words`)} as says
        from (select id, plate, ${folded(sql`plate || ' ' || make || ' ' || model`)} as words from vehicles offset 0) vehicles),
      kinds as materialized (select code, name_pt, name_en, words, ${says(sql`words`)} as says
        from (select code, name_pt, name_en, ${folded(sql`concat_ws(' ', name_pt, name_en)`)} as words from paper_kinds offset 0) kinds),
      weeks as materialized (select week, words, ${says(sql`words`)} as says
        from (select week, ${folded(WEEK)} as words from (select distinct week from settlements) weeks offset 0) weeks)
      ${sql.join(
        nouns.flatMap((noun) => foundByIndex(noun, asked, isAlike)),
        sql``,
      )}
    ${sql.join(
      nouns.map((noun) => answering(noun, asked, isAlike)),
      sql` union all `,
    )}`.execute(on)
  return nouns.flatMap((noun): OtherGroup[] => {
    const found = rows.filter((row) => row.noun === noun)
    return found.length === 0 ? [] : [{ noun, found: found.slice(0, MOST), more: found.length > MOST }]
  })
}

/** Whether a text has each of the words, and, as the last of all, the number: asked once of a driver or a car, and not of all that is theirs. */
function whatIsSaid(hay: RawBuilder<unknown>, asked: Asked, isAlike: boolean): RawBuilder<boolean[]> {
  return sql`array[${sql.join(piecesOf(asked, isAlike).map((piece) => saysIn(hay, piece, isAlike)))}]`
}

/** The words that were typed, and after them the number in one piece, where there is one that counts. */
function piecesOf({ words, joined }: Asked, isAlike: boolean): readonly string[] {
  return joined === null || isAlike ? words : [...words, joined]
}

function saysIn(hay: RawBuilder<unknown>, piece: string, isAlike: boolean): RawBuilder<boolean> {
  return isAlike ? sql`word_similarity(${piece}, ${hay}) >= ${ALIKE}` : sql`${hay} like ${containing(piece)}`
}

/**
 * Rows whose own text has a piece, by the index of these texts, one table of each piece: what it finds is looked up, where each row would be
 * read. Found once and as a whole: of whether there is any alone, the database reads the rows one after the other until there is. What is only
 * like the piece it finds by a bound that is set for this statement, and a little wide: what counts is asked of each found.
 */
function foundByIndex(noun: Noun, asked: Asked, isAlike: boolean): RawBuilder<unknown>[] {
  const { own, indexed } = SOURCES[noun]
  if (!own || !indexed) return []
  const words = folded(own)
  return piecesOf(asked, isAlike).map((piece, place) => {
    const bounded = isAlike ? sql`${BOUND} and ${piece} <% ${words} and ` : sql``
    return sql`, ${foundOf(noun, place)} as materialized (
      select one.id from ${indexed} one where ${bounded}${saysIn(words, piece, isAlike)})`
  })
}

function foundOf(noun: Noun, place: number): RawBuilder<unknown> {
  return sql.ref(`found_${noun}_${place}`)
}

const BOUND = sql`(select set_config('pg_trgm.word_similarity_threshold', '${sql.raw(String(ALIKE - 0.01))}', true)) is not null`

/** How like a word of the many must be: what the extension asks for where nobody sets another bound. */
const VERY_ALIKE = 0.6

function answering(noun: Noun, asked: Asked, isAlike: boolean): RawBuilder<unknown> {
  const { from, own, of, id, name, on, isMany, indexed, ...says } = SOURCES[noun]
  const nothing = sql`null`
  const columns = sql`${noun}::text as noun, ${id} as id, ${says.under ?? nothing}::text as under, ${name} as name,
    ${says.detail ?? nothing}::text as detail, ${says.kind ?? nothing}::text as kind, ${on}::text as "on",
    ${says.amount ?? nothing}::bigint as amount`
  const first = sql`limit ${MOST + 1}`
  const words = own && folded(own)
  if (isMany && words) {
    const holds = sql.join(
      asked.words.map((word) =>
        isAlike
          ? sql`${word} <% ${words} and word_similarity(${word}, ${words}) >= ${VERY_ALIKE}::float8`
          : saysIn(words, word, isAlike),
      ),
      sql` and `,
    )
    return sql`(select ${columns} from ${from} where ${orJoined(holds, (piece) => saysIn(words, piece, isAlike), asked, isAlike)}
      order by "on" desc ${first})`
  }
  const called = calledOf(noun)
  const shared = (one: Shared) => sql.ref(SHARED[one].name)
  // A number that is only like another is another number.
  const asking = of.filter((one) => !isAlike || !NUMBERS.has(one))
  const eachPiece = (asks: (piece: string, place: number) => readonly RawBuilder<unknown>[]) => {
    const holds = (piece: string, place: number) => {
      const kindSays = isAlike
        ? sql`(select ${saysIn(sql`${called}::text`, piece, isAlike)})`
        : sql`${called.includes(piece)}::boolean`
      return sql`(${sql.join([kindSays, ...asks(piece, place)], sql` or `)})`
    }
    const all = sql.join(asked.words.map(holds), sql` and `)
    return orJoined(all, (piece) => holds(piece, asked.words.length), asked, isAlike)
  }
  // What is written once for many rows is asked first, and once; the text of a row only where that does not say it.
  const holds = eachPiece((piece, place) => [
    ...asking.map((one) => sql`${shared(one)}.says[${sql.lit(place + 1)}]`),
    ...(words
      ? [indexed ? sql`one.id in (select id from ${foundOf(noun, place)})` : saysIn(words, piece, isAlike)]
      : []),
  ])
  // Whether any can hold, which is known without a look at them.
  const mayHold =
    words && !indexed
      ? sql`true`
      : eachPiece((piece, place) => [
          ...asking.map((one) => sql`exists (select from ${SHARED[one].all} where says[${sql.lit(place + 1)}])`),
          ...(words && indexed ? [sql`exists (select from ${foundOf(noun, place)})`] : []),
        ])
  const wordsOf = (some: readonly Shared[]) => some.map((one) => sql`${shared(one)}.words`)
  const hay = sql`concat_ws(' ', ${sql.join([
    sql`${called}::text`,
    ...wordsOf(of.filter((one) => FIRST.has(one))),
    ...(words ? [words] : []),
    ...wordsOf(of.filter((one) => !FIRST.has(one))),
    sql`''`,
  ])})`
  // Of what is called so all are as like.
  const typed = asked.words.join(' ')
  const likeness = ` ${called} `.includes(` ${typed} `) ? sql`` : sql`word_similarity(${typed}, ${hay}) desc, `
  return sql`(select ${columns} from ${from}
    where ${mayHold} and ${holds}
    order by ${likeness}"on" desc nulls last, id ${first})`
}

/** A number or plate is also looked for as it stands without what it is spaced by. */
function orJoined(
  holds: RawBuilder<unknown>,
  has: (piece: string) => RawBuilder<unknown>,
  { joined }: Asked,
  isAlike: boolean,
) {
  return joined === null || isAlike ? sql`(${holds})` : sql`((${holds}) or ${has(joined)})`
}
