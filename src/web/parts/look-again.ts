import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asks for the page's data anew every so many seconds, while what it tells of goes on. */
export function useLookAgain(isGoingOn: boolean, seconds: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setInterval(() => void revalidate(), seconds * 1_000)
    return () => clearInterval(timer)
  }, [isGoingOn, seconds, revalidate])
}

/** Asks for the page's data anew when the reader comes back to it from another tab or program. */
export function useLookOnReturn(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && revalidate())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}
