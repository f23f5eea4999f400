/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/control-has-associated-label, jsx-a11y/click-events-have-key-events -- a combobox with a list, as the ARIA practices have it: no element does this */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inLanguage } from '#messages/language.ts'
import { ASKED, type PageContext } from './page-context.ts'
import styles from './palette.module.css'

export type PaletteEntry = { to: string; name: string; facts: string }

export type PaletteProps = {
  /** Id of the field of the search page; the palette continues with the text typed there. */
  field: string
  words: { label: string; help: string; nothing: string; all: string }
}

/** Milliseconds without a key before the server is asked. */
const PAUSE_MS = 120

const NOTHING: readonly PaletteEntry[] = []

/** Goes to a driver, car, week or file by a few letters of its name; without a script the same words search on a page of their own. */
export default function Palette({ field, words, language, place }: PaletteProps & PageContext) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  /** The search results, with the letters that they answer. */
  const [answer, setAnswer] = useState<{ asked: string; found: readonly PaletteEntry[] }>({ asked: '', found: NOTHING })
  const [chosenIndex, setChosenIndex] = useState(0)
  const found = typed.trim() === '' ? NOTHING : answer.found
  const chosen = found[chosenIndex]
  const page = inLanguage('/admin/search', language)

  useEffect(() => {
    const open = () => {
      const before = document.getElementById(field)
      if (before instanceof HTMLInputElement) {
        // Set it synchronously, because the next letter may come before the next render.
        flushSync(() => setTyped(before.value))
        before.value = ''
      }
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    place?.addEventListener(ASKED, open)
    return () => place?.removeEventListener(ASKED, open)
  }, [place, field])

  useEffect(() => {
    const text = typed.trim()
    if (text === '') return
    const stop = new AbortController()
    const look = async () => {
      const address = `${page}/found?${new URLSearchParams({ q: text })}`
      const response = await fetch(address, { signal: stop.signal }).catch(() => null)
      if (!response?.ok) return
      setAnswer({ asked: text, found: (await response.json()) as PaletteEntry[] })
      setChosenIndex(0)
    }
    const timer = setTimeout(() => void look(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, page])

  const handleKey = (event: KeyboardEvent) => {
    // A search field would use the first Escape to clear itself.
    if (event.key === 'Escape') {
      event.preventDefault()
      dialog.current?.close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || found.length === 0) return
    event.preventDefault()
    setChosenIndex((chosenIndex + step + found.length) % found.length)
  }
  const isNothing = typed.trim() !== '' && answer.asked === typed.trim() && found.length === 0

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={words.label}
      closedby="any"
      onClose={() => setTyped('')}
    >
      <form
        action={page}
        onSubmit={(event) => {
          // The results shown are of other letters: let the form open the page with all results.
          if (!chosen || answer.asked !== typed.trim()) return
          event.preventDefault()
          location.assign(chosen.to)
        }}
      >
        <input
          type="search"
          name="q"
          role="combobox"
          aria-label={words.label}
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen ? `${list}${chosenIndex}` : undefined}
          aria-autocomplete="list"
          placeholder={words.help}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={handleKey}
        />
        <ul id={list} role="listbox" aria-label={words.label}>
          {found.map(({ to, name, facts }, index) => (
            <li
              key={to}
              id={`${list}${index}`}
              role="option"
              aria-selected={index === chosenIndex}
              onClick={() => location.assign(to)}
            >
              <span>{name}</span> <small>{facts}</small>
            </li>
          ))}
        </ul>
        <output>{isNothing ? words.nothing : ''}</output>
        {typed.trim() === '' ? null : (
          <a className={styles.all} href={`${page}?${new URLSearchParams({ q: typed.trim() })}`}>
            {words.all}
          </a>
        )}
      </form>
    </dialog>
  )
}
