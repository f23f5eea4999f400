import { answersIn } from '#web/routes/admin/data/drop-answers.ts'
import { type Ending, endingWords } from '#web/routes/admin/data/drop-ending.ts'

/** Before an import: each tick changes at once the number that the button says it will import. */
export function followEndings(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-ending]')) {
    const form = place.closest('form')
    const [button, left] = [place.querySelector('button'), place.querySelector('output')]
    if (!form || !button || !left) return
    const ending = JSON.parse(place.dataset['ending'] ?? '') as Ending
    const tell = () => {
      const words = endingWords(ending, answersIn(new FormData(form)))
      button.textContent = words.button
      left.textContent = words.left
    }
    form.addEventListener('change', tell)
    // The browser may have restored ticks from before.
    tell()
  }
}
