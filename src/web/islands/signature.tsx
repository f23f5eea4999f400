import SignaturePad, { type PointGroup } from 'signature_pad'
import { useEffect, useRef } from 'react'
import type { PageContext } from './page-context.ts'
import styles from './damages.module.css'

export type SignatureProps = {
  name: string
  words: { label: string; help: string; clear: string }
  /** The strokes of a refused form, as it sent them, so that nobody has to draw twice. */
  drawn?: string
}

/** Name of the field that carries the strokes beside their picture. */
export function strokesOf(name: string): string {
  return `${name}Strokes`
}

/** A signature drawn with a finger; it goes along with its form as a picture. Without a script a name is typed. */
export default function Signature({ name, words, drawn: before, place }: SignatureProps & PageContext) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  useEffect(() => {
    const drawn = canvas.current
    if (!drawn) return
    // Use every pixel of the screen: a line drawn on fewer would be blurred.
    const ratio = Math.max(devicePixelRatio, 1)
    drawn.width = drawn.offsetWidth * ratio
    drawn.height = drawn.offsetHeight * ratio
    drawn.getContext('2d')?.scale(ratio, ratio)
    pad.current = new SignaturePad(drawn, { backgroundColor: '#fff', penColor: '#000' })
    drawAgain(pad.current, before)
    const form = place?.closest('form')
    const add = ({ formData }: FormDataEvent) => {
      if (!pad.current || pad.current.isEmpty()) return
      formData.set(name, picture(pad.current), `${name}.png`)
      formData.set(strokesOf(name), JSON.stringify(pad.current.toData(), roundNumber))
    }
    form?.addEventListener('formdata', add)
    return () => {
      form?.removeEventListener('formdata', add)
      pad.current?.off()
    }
  }, [name, before, place])
  return (
    <div className={styles.drawing}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn on */}
      <canvas ref={canvas} className={styles.pad} role="img" aria-label={words.label} />
      <div className={styles.under}>
        <span>{words.help}</span>
        <button type="button" className={styles.quiet} onClick={() => pad.current?.clear()}>
          {words.clear}
        </button>
      </div>
    </div>
  )
}

/** Draws the strokes that came back with the page; draws nothing if they cannot be read. */
function drawAgain(pad: SignaturePad, strokes: string | undefined): void {
  if (!strokes) return
  try {
    pad.fromData(JSON.parse(strokes) as PointGroup[])
  } catch {
    pad.clear()
  }
}

function roundNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}

function picture(pad: SignaturePad): Blob {
  const letters = atob(pad.toDataURL('image/png').split(',')[1] ?? '')
  return new Blob([Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0)], { type: 'image/png' })
}
