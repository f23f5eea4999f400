import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { namesApart, shownRef } from '#domain/driver.ts'
import { translator } from '#messages/translate.ts'
import { LANGUAGES } from '#messages/language.ts'
import { containing, folded } from './matching.ts'
import {
  ALIKE,
  type SearchTerms,
  type FoundOther,
  type Noun,
  type OtherGroup,
  withoutCaseAndAccents,
} from './schema.ts'

/** The most results of each kind when everything is searched. */
const MAX_RESULTS = 5

type Source = {
  from: RawBuilder<unknown>
  /** Its own texts to be found by; none may be null. */
  own?: RawBuilder<string>
  /** Texts that it shares with other rows and is found by as well: its week or kind, the names of its driver or car. */
  of: readonly Shared[]
  id: RawBuilder<string>
  /** The name of a result. */
  name: RawBuilder<string | null>
  detail?: RawBuilder<string | null>
  /** The name of the driver comes before the detail. */
  isDriverFirst?: true
  /** A code of a closed list, for which the page has words. */
  kind?: RawBuilder<string | null>
  /** The second part of its address. */
  under?: RawBuilder<string | null>
  on: RawBuilder<string | null>
  amount?: RawBuilder<number | null>
  /** The table with an index on `own`, exactly as written here: then its texts are not read one by one. */
  indexed?: RawBuilder<unknown>
  /** It is found only by `own`, and the newest results come first. */
  isMany?: true
}

/** Texts that many rows share, by their name in the statement: each is compared with the words only once. */
const SHARED = {
  week: { name: 'of_week', all: sql`weeks` },
  kind: { name: 'kind', all: sql`kinds` },
  driver: { name: 'driver', all: sql`people` },
  vehicle: { name: 'car', all: sql`cars` },
} as const
type Shared = keyof typeof SHARED
/** Numbers and days, which only match exactly. */
const NUMBERS: ReadonlySet<Shared> = new Set<Shared>(['week'])
/** Shared texts to compare before a row's own text. */
const FIRST: ReadonlySet<Shared> = new Set<Shared>(['week', 'kind'])

const DRIVER = sql<string | null>`driver.name`
const PLATE = sql<string | null>`car.plate`
const driver = (id = 'one.driver_id') => sql`left join people driver on driver.id = ${sql.ref(id)}`
const car = (id = 'one.vehicle_id') => sql`left join cars car on car.id = ${sql.ref(id)}`
/** Weeks in the spellings that people use. */
const WEEK = sql<string>`to_char(week, '"w"IW IYYY"-w"IW FMIW')`

/** The Lisbon day of a moment, as pages show it: in UTC the first hour of a summer day belongs to the day before. */
const dayIn = (column: string) => sql<string | null>`(${sql.ref(column)} at time zone 'Europe/Lisbon')::date::text`

/** Every other kind of record with a page of its own: by what it is found, and what its result shows. */
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
    detail: sql`one.place`,
    isDriverFirst: true,
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
    from: sql`(select * from bank_movements where undone_at is null) one`,
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

/** The names of a kind in every language: "multa silva" finds the fines of Silva. */
const CALLED = new Map<Noun, string>()
function calledOf(noun: Noun): string {
  const known = CALLED.get(noun)
  if (known !== undefined) return known
  const words = withoutCaseAndAccents(
    LANGUAGES.map(({ code }) => translator(code)(`page.search.others.${noun}.called`)).join(' '),
  )
  CALLED.set(noun, words)
  return words
}

/** The first results of each of these kinds, the most similar first; `isAlike` also finds similar spellings. */
export async function findOthers(
  terms: SearchTerms,
  nouns: readonly Noun[],
  { isAlike }: { isAlike: boolean },
  on: Kysely<DB>,
): Promise<OtherGroup[]> {
  if (nouns.length === 0) return []
  const matchColumn = (words: RawBuilder<unknown>) => matchesOf(words, terms, isAlike)
  const { rows } = await sql<FoundRow>`
    with people as materialized (select id, ref, name, words, ${matchColumn(sql`words`)} as matches
        from (select id, ref, name, ${folded(sql`name`)} as words from drivers offset 0) drivers),
      cars as materialized (select id, plate, words, ${matchColumn(sql`words`)} as matches
        from (select id, plate, ${folded(sql`plate || ' ' || make || ' ' || model`)} as words from vehicles offset 0) vehicles),
      kinds as materialized (select code, name_pt, name_en, words, ${matchColumn(sql`words`)} as matches
        from (select code, name_pt, name_en, ${folded(sql`concat_ws(' ', name_pt, name_en)`)} as words from paper_kinds offset 0) kinds),
      weeks as materialized (select week, words, ${matchColumn(sql`words`)} as matches
        from (select week, ${folded(WEEK)} as words from (select distinct week from settlements) weeks offset 0) weeks)
      ${sql.join(
        nouns.flatMap((noun) => foundByIndex(noun, terms, isAlike)),
        sql``,
      )}
    ${sql.join(
      nouns.map((noun) => queryFor(noun, terms, isAlike)),
      sql` union all `,
    )}`.execute(on)
  const rowsWithDrivers = withDrivers(rows)
  return nouns.flatMap((noun): OtherGroup[] => {
    const found = rowsWithDrivers.filter((row) => row.noun === noun)
    return found.length === 0 ? [] : [{ noun, found: found.slice(0, MAX_RESULTS), more: found.length > MAX_RESULTS }]
  })
}

/** A result as it is read, with its driver; both are `null` where its kind has none. */
type FoundRow = FoundOther & { driver_ref: string | null; driver_name: string | null }

/** Answers the results with drivers of one name told apart, in their names and in front of their details. */
function withDrivers(rows: readonly FoundRow[]): FoundOther[] {
  const names = namesApart(
    rows.map((row) => ({ ref: row.driver_ref && shownRef(row.driver_ref), name: row.driver_name })),
  )
  return rows.map(({ noun, id, under, name, detail, kind, on, amount, driver_name: known }, at) => {
    const shown = names[at]?.name ?? null
    return {
      noun,
      id,
      under,
      name: known !== null && name === known ? shown : name,
      detail: SOURCES[noun].isDriverFirst ? [shown, detail].filter(Boolean).join(' · ') : detail,
      kind,
      on,
      amount,
    }
  })
}

/**
 * For a text, whether it has each of the words and, last, the joined number: computed once for a driver or car, and not
 * for every row of theirs.
 */
function matchesOf(text: RawBuilder<unknown>, terms: SearchTerms, isAlike: boolean): RawBuilder<boolean[]> {
  return sql`array[${sql.join(piecesOf(terms, isAlike).map((piece) => textMatches(text, piece, isAlike)))}]`
}

/** The typed words and, after them, the joined number, where there is one to search for. */
function piecesOf({ words, joined }: SearchTerms, isAlike: boolean): readonly string[] {
  return joined === null || isAlike ? words : [...words, joined]
}

function textMatches(text: RawBuilder<unknown>, piece: string, isAlike: boolean): RawBuilder<boolean> {
  return isAlike ? sql`word_similarity(${piece}, ${text}) >= ${ALIKE}` : sql`${text} like ${containing(piece)}`
}

/**
 * Rows whose own text has a piece, found by the index on these texts, in one materialised table for each piece. Without
 * that the database reads rows one after the other, when asked only whether there is one. For similar spellings the
 * index uses a bound that is set for this statement and a little too wide, so each row found is compared exactly
 * afterwards.
 */
function foundByIndex(noun: Noun, terms: SearchTerms, isAlike: boolean): RawBuilder<unknown>[] {
  const { own, indexed } = SOURCES[noun]
  if (!own || !indexed) return []
  const words = folded(own)
  return piecesOf(terms, isAlike).map((piece, place) => {
    const bounded = isAlike ? sql`${BOUND} and ${piece} <% ${words} and ` : sql``
    return sql`, ${foundOf(noun, place)} as materialized (
      select one.id from ${indexed} one where ${bounded}${textMatches(words, piece, isAlike)})`
  })
}

function foundOf(noun: Noun, place: number): RawBuilder<unknown> {
  return sql.ref(`found_${noun}_${place}`)
}

const BOUND = sql`(select set_config('pg_trgm.word_similarity_threshold', '${sql.raw(String(ALIKE - 0.01))}', true)) is not null`

/** The bound of similarity that the extension uses when nobody sets another. */
const VERY_ALIKE = 0.6

function queryFor(noun: Noun, terms: SearchTerms, isAlike: boolean): RawBuilder<unknown> {
  const { from, own, of, id, name, on, isMany, indexed, ...optional } = SOURCES[noun]
  const nothing = sql`null`
  const columns = sql`${noun}::text as noun, ${id} as id, ${optional.under ?? nothing}::text as under, ${name} as name,
    ${optional.detail ?? nothing}::text as detail, ${optional.kind ?? nothing}::text as kind, ${on}::text as "on",
    ${optional.amount ?? nothing}::bigint as amount,
    ${of.includes('driver') ? sql`driver.ref` : nothing}::text as driver_ref,
    ${of.includes('driver') ? DRIVER : nothing}::text as driver_name`
  const first = sql`limit ${MAX_RESULTS + 1}`
  const words = own && folded(own)
  if (isMany && words) {
    const holds = sql.join(
      terms.words.map((word) =>
        isAlike
          ? sql`${word} <% ${words} and word_similarity(${word}, ${words}) >= ${VERY_ALIKE}::float8`
          : textMatches(words, word, isAlike),
      ),
      sql` and `,
    )
    return sql`(select ${columns} from ${from} where ${orJoined(holds, (piece) => textMatches(words, piece, isAlike), terms, isAlike)}
      order by "on" desc ${first})`
  }
  const namesOfNoun = calledOf(noun)
  const shared = (field: Shared) => sql.ref(SHARED[field].name)
  // A similar number is a different number.
  const compared = of.filter((field) => !isAlike || !NUMBERS.has(field))
  const eachPiece = (conditionsOf: (piece: string, place: number) => readonly RawBuilder<unknown>[]) => {
    const holds = (piece: string, place: number) => {
      const kindMatches = isAlike
        ? sql`(select ${textMatches(sql`${namesOfNoun}::text`, piece, isAlike)})`
        : sql`${namesOfNoun.includes(piece)}::boolean`
      return sql`(${sql.join([kindMatches, ...conditionsOf(piece, place)], sql` or `)})`
    }
    const everyWord = sql.join(terms.words.map(holds), sql` and `)
    return orJoined(everyWord, (piece) => holds(piece, terms.words.length), terms, isAlike)
  }
  // Compare shared texts first, and once; a row's own text only where these do not match.
  const holds = eachPiece((piece, place) => [
    ...compared.map((field) => sql`${shared(field)}.matches[${sql.lit(place + 1)}]`),
    ...(words
      ? [indexed ? sql`one.id in (select id from ${foundOf(noun, place)})` : textMatches(words, piece, isAlike)]
      : []),
  ])
  // Whether anything can match at all, which is known without reading rows.
  const mayHold =
    words && !indexed
      ? sql`true`
      : eachPiece((piece, place) => [
          ...compared.map(
            (field) => sql`exists (select from ${SHARED[field].all} where matches[${sql.lit(place + 1)}])`,
          ),
          ...(words && indexed ? [sql`exists (select from ${foundOf(noun, place)})`] : []),
        ])
  const wordsOf = (fields: readonly Shared[]) => fields.map((field) => sql`${shared(field)}.words`)
  const wholeText = sql`concat_ws(' ', ${sql.join([
    sql`${namesOfNoun}::text`,
    ...wordsOf(of.filter((field) => FIRST.has(field))),
    ...(words ? [words] : []),
    ...wordsOf(of.filter((field) => !FIRST.has(field))),
    sql`''`,
  ])})`
  // When the kind itself was typed, all its rows are equally similar.
  const typed = terms.words.join(' ')
  const likeness = ` ${namesOfNoun} `.includes(` ${typed} `)
    ? sql``
    : sql`word_similarity(${typed}, ${wholeText}) desc, `
  return sql`(select ${columns} from ${from}
    where ${mayHold} and ${holds}
    order by ${likeness}"on" desc nulls last, id ${first})`
}

/** Also matches a number or plate without its spaces and separators. */
function orJoined(
  holds: RawBuilder<unknown>,
  has: (piece: string) => RawBuilder<unknown>,
  { joined }: SearchTerms,
  isAlike: boolean,
) {
  return joined === null || isAlike ? sql`(${holds})` : sql`((${holds}) or ${has(joined)})`
}
