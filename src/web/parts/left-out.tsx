import { readNumber } from '#domain/record-id.ts'
import { useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The most ids in an address, whose length is limited; the others are only counted. */
const NAMED = 50

/** The address of the page that reports a bulk act and names the people it left out. */
export function withLeftOut(address: string, ids: readonly string[]): string {
  const words = [
    ...ids.slice(0, NAMED).map((id) => ['left', id]),
    ...(ids.length > NAMED ? [['more', String(ids.length - NAMED)]] : []),
  ]
  return words.length === 0 ? address : `${address}&${new URLSearchParams(words)}`
}

type LeftOut = { names: readonly string[]; more: number }

/** The people who were left out of the last bulk act, by name, as the address lists them. */
export function leftOutOf({ url }: Request, known: readonly { id: string; name: string }[]): LeftOut {
  const { searchParams } = new URL(url)
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const more = readNumber(searchParams.get('more'))
  return {
    names: [...new Set(searchParams.getAll('left'))].flatMap((id) => names.get(id) ?? []),
    more: Number.isSafeInteger(more) && more > 0 ? more : 0,
  }
}

/** Why some were left out, and who they are. */
export function LeftOutNote({ of: { names, more }, why }: { of: LeftOut; why: string }) {
  const t = useT()
  if (names.length === 0) return null
  return (
    <Notice tone="warn" title={why}>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {more > 0 ? <p>{t('page.contracts.andMore', { count: more })}</p> : null}
    </Notice>
  )
}
