import { PHOTO_TYPES } from '#domain/uploads.ts'
import { useState } from 'react'
import { PARTS, type Part, partAt } from '#domain/inspection.ts'
import { CarDrawing } from '#web/parts/car-drawing.tsx'
import type { PageContext } from './page-context.ts'
import styles from './damages.module.css'

type Choice = { value: string; label: string }

export type DamagesProps = {
  types: readonly Choice[]
  parts: readonly Choice[]
  severities: readonly Choice[]
  /** Damages that are known already, marked by letters. */
  known: readonly { x: number; y: number; label: string }[]
  /** The rows of a form that came back, as they were typed. */
  typed: readonly TypedDamage[]
  words: {
    drawing: string
    damage: string
    type: string
    noType: string
    part: string
    severity: string
    isNew: string
    fresh: string
    known: string
    note: string
    photo: string
    more: string
  }
}

type Row = { type: string; part: Part; x: number; y: number; severity: string; isNew: string; note: string }
/** A row that came back; `again` asks for its photo by name, because a page cannot give a file back. */
export type TypedDamage = Row & { again: string | null }

/** How many damages can be marked without a script. */
const ROWS = 3

/** Damages, marked on the drawing or chosen from the list of parts: rows of one form, the same with and without a script. */
export default function Damages({ types, parts, severities, known, typed, words }: DamagesProps & PageContext) {
  const [rows, setRows] = useState<readonly Row[]>(() => [
    ...typed,
    ...Array.from({ length: ROWS - typed.length }, () => blankRow()),
  ])
  const change = (at: number, fields: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...fields } : row)))
  const pick = (x: number, y: number) => {
    const marked = { ...blankRow(), type: types[0]?.value ?? '', part: partAt(x, y), x, y }
    const free = rows.findIndex(({ type }) => type === '')
    setRows(free < 0 ? [...rows, marked] : rows.map((row, index) => (index === free ? marked : row)))
  }
  const marks = rows.flatMap(({ type, x, y, isNew }, index) =>
    type === '' ? [] : [{ x, y, isNew: isNew === 'new', label: String(index + 1) }],
  )
  const select = (
    name: string,
    label: string,
    value: string,
    options: readonly Choice[],
    onSelect: (value: string) => void,
  ) => (
    <label>
      {label}
      <select name={name} value={value} onChange={({ target }) => onSelect(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className={styles.damages}>
      <CarDrawing
        marks={[...known.map((mark) => ({ ...mark, isNew: false })), ...marks]}
        label={words.drawing}
        onPick={pick}
      />
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: none is ever taken away
        <details key={at} className={styles.fold} open={at === 0 || row.type !== ''}>
          <summary>{words.damage.replace('{number}', String(at + 1))}</summary>
          <div className={styles.row}>
            {select(
              'damageType[]',
              `${at + 1}. ${words.type}`,
              row.type,
              [{ value: '', label: words.noType }, ...types],
              (type) => change(at, { type }),
            )}
            {select('damagePart[]', words.part, row.part, parts, (part) => {
              const [x, y] = PARTS[part as Part]
              change(at, { part: part as Part, x, y })
            })}
            {select('damageSeverity[]', words.severity, row.severity, severities, (severity) =>
              change(at, { severity }),
            )}
            {select(
              'damageIsNew[]',
              words.isNew,
              row.isNew,
              [
                { value: 'new', label: words.fresh },
                { value: 'known', label: words.known },
              ],
              (isNew) => change(at, { isNew }),
            )}
            <label>
              {words.note}
              <input
                name="damageNote[]"
                value={row.note}
                maxLength={200}
                autoComplete="off"
                onChange={({ target }) => change(at, { note: target.value })}
              />
            </label>
            <input type="hidden" name="damageX[]" value={row.x} readOnly />
            <input type="hidden" name="damageY[]" value={row.y} readOnly />
            <label className={styles.photo}>
              {words.photo}
              <input name={`damagePhoto-${at}`} type="file" accept={PHOTO_TYPES} data-photos="" />
              {/* The file that was chosen, as the page's script writes it; without a script the browser shows it. */}
              <output data-chosen="" />
            </label>
            {typed[at]?.again ? <p className={styles.again}>{typed[at].again}</p> : null}
          </div>
        </details>
      ))}
      <div>
        <button type="button" className={styles.quiet} onClick={() => setRows([...rows, blankRow()])}>
          {words.more}
        </button>
      </div>
    </div>
  )
}

function blankRow(): Row {
  const [x, y] = PARTS['front-bumper']
  return { type: '', part: 'front-bumper', x, y, severity: 'light', isNew: 'new', note: '' }
}
