import { useEffect, useRef } from 'react'

/**
 * For a form of files: with scripts the choice of files is the whole gesture. What was chosen before the script was there
 * is sent when it comes; what the browser put back on the way back or at a reload is not, or nobody could leave the next page.
 */
export function useSendOnChoice() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation')
    if (opened instanceof PerformanceNavigationTiming && opened.type === 'navigate') sendChosen(form.current)
  }, [])
  return { ref: form, onChange: () => sendChosen(form.current) }
}

function sendChosen(form: HTMLFormElement | null): void {
  if (form?.querySelector<HTMLInputElement>('input[type=file]')?.files?.length) form.requestSubmit()
}
