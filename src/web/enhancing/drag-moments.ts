/*
 * On the calendar of the cars a moment at which one changed hands can be dragged. Nothing is saved by it: where it is let go,
 * the page opens that says who would move.
 */
const MINUTE = 60_000
const STEP = 5 * MINUTE
const WIDE = 1_000

/** Makes the moments of every line follow the hand. */
export function dragMoments(): void {
  for (const line of document.querySelectorAll<SVGSVGElement>('svg[data-moments]'))
    line.addEventListener('pointerdown', (event) => {
      const mark = event.target instanceof SVGRectElement ? event.target : null
      const moment = mark?.dataset['moment']
      if (mark && moment) drag(line, mark, moment, event)
    })
}

function drag(line: SVGSVGElement, mark: SVGRectElement, moment: string, begun: PointerEvent): void {
  begun.preventDefault()
  mark.setPointerCapture(begun.pointerId)
  const [from, whole] = [Number(line.dataset['from']), Number(line.dataset['whole'])]
  const place = line.getBoundingClientRect()
  let at = Date.parse(moment)
  const move = ({ clientX }: PointerEvent) => {
    const part = Math.min(Math.max((clientX - place.left) / place.width, 0), 1)
    at = Math.round((from + part * whole) / STEP) * STEP
    mark.setAttribute('x', String(((at - from) / whole) * WIDE - 3))
  }
  const end = () => {
    mark.removeEventListener('pointermove', move)
    if (at !== Date.parse(moment)) location.assign(address(line.dataset['moments'] ?? '', moment, at))
  }
  mark.addEventListener('pointermove', move)
  mark.addEventListener('pointerup', end, { once: true })
  mark.addEventListener('pointercancel', () => location.reload(), { once: true })
}

/** The page of the moment, asked at once what the new one would do; days and times are those of Lisbon. */
function address(page: string, moment: string, at: number): string {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Lisbon',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [atDay = '', atTime = ''] = clock.split(' ')
  const language = location.pathname.startsWith('/en/') ? '/en' : ''
  return `${language}${page}${encodeURIComponent(moment)}?${new URLSearchParams({ atDay, atTime })}`
}
