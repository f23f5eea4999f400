import type { ReactNode } from 'react'
import styles from './icon.module.css'

/** One set, 20 px, 1.5 px stroke. An icon stands beside a word, unless everybody knows it without one: then it needs a `label`. */
const DRAWINGS = {
  home: <path d="M3.5 9.3 10 3.8l6.5 5.5M5.2 8.2v7.3c0 .4.3.7.7.7h8.2c.4 0 .7-.3.7-.7V8.2" />,
  receipt: <path d="M5 3.5h10v13l-2-1.3-1.5 1.3-1.5-1.3-1.5 1.3L7 15.2l-2 1.3zM7.8 7.5h4.4M7.8 10.5h4.4" />,
  document: <path d="M5.5 3.5h5.8l3.2 3.2v9.8h-9zM11 3.7V7h3.3" />,
  help: (
    <path d="M3.8 15.9l.8-2.9a6.4 6.4 0 1 1 2.4 2.3zM8.2 8.1a1.850 1.850 0 1 1 3 1.6c-.8.5-1.2.8-1.2 1.5M10 13.3v.1" />
  ),
  bell: <path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1 1.2h-11zM8.5 16.5h3" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5" />
      <path d="M12.8 12.8 16.5 16.5" />
    </>
  ),
  close: <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />,
  menu: <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />,
  check: <path d="M4.5 10.5l3.6 3.6 7.4-8" />,
  plus: <path d="M10 4.5v11M4.5 10h11" />,
  minus: <path d="M4.5 10h11" />,
  arrow: <path d="M4 10h12M11.5 5.5 16 10l-4.5 4.5" />,
  down: <path d="M5.5 8l4.5 4.5L14.5 8" />,
  left: <path d="M12 5.5 7.5 10l4.5 4.5" />,
  right: <path d="M8 5.5 12.5 10 8 14.5" />,
  upload: <path d="M10 13V4.5M6.5 7.8 10 4.3l3.5 3.5M4 13.5v1.3c0 .7.5 1.2 1.2 1.2h9.6c.7 0 1.2-.5 1.2-1.2v-1.3" />,
  download: <path d="M10 4v8.5M6.5 9.2 10 12.7l3.5-3.5M4 13.5v1.3c0 .7.5 1.2 1.2 1.2h9.6c.7 0 1.2-.5 1.2-1.2v-1.3" />,
  undo: <path d="M7 5 4 8l3 3M4.2 8h7.3a4 4 0 0 1 0 8H8" />,
  moon: <path d="M15.8 11.6A6.2 6.2 0 0 1 8.4 4.2a6.2 6.2 0 1 0 7.4 7.4z" />,
  contrast: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
    </>
  ),
  people: (
    <>
      <circle cx="7.8" cy="7.3" r="2.8" />
      <path d="M2.8 16c.3-2.9 2.4-4.5 5-4.5s4.7 1.6 5 4.5M12.7 4.7a2.8 2.8 0 0 1 .3 5.3M14.6 12c1.5.6 2.4 1.9 2.6 4" />
    </>
  ),
  person: (
    <>
      <circle cx="10" cy="7" r="3" />
      <path d="M4.5 16.3c.4-3 2.6-4.8 5.5-4.8s5.1 1.8 5.5 4.8" />
    </>
  ),
  car: (
    <path d="M3.5 13.5v-2.7l1.6-.9 1.5-3.6c.2-.5.6-.8 1.2-.8h4.4c.5 0 1 .3 1.2.8l1.5 3.6 1.6.9v2.7zM5.1 9.9h9.8M5.2 13.5v1.7M14.8 13.5v1.7M5.8 11.7h.9M13.3 11.7h.9" />
  ),
  wheel: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M3.2 10h13.6M10 10.8v6" />
      <circle cx="10" cy="10" r="1.4" fill="currentColor" stroke="none" />
    </>
  ),
  percent: (
    <>
      <path d="M14.8 5.2 5.2 14.8" />
      <circle cx="6.5" cy="6.5" r="1.8" />
      <circle cx="13.5" cy="13.5" r="1.8" />
    </>
  ),
  coins: (
    <>
      <ellipse cx="10" cy="6" rx="5.5" ry="2.3" />
      <path d="M4.5 6v4c0 1.3 2.5 2.3 5.5 2.3s5.5-1 5.5-2.3V6M4.5 10v4c0 1.3 2.5 2.3 5.5 2.3s5.5-1 5.5-2.3v-4" />
    </>
  ),
  flag: <path d="M5 17V3.8M5 4.5h8.8l-1.6 3 1.6 3H5" />,
  sliders: (
    <>
      <path d="M3.5 6.2h7M14.5 6.2h2M3.5 13.8h2M9.5 13.8h7" />
      <circle cx="12.5" cy="6.2" r="1.9" />
      <circle cx="7.5" cy="13.8" r="1.9" />
    </>
  ),
  chart: <path d="M3.5 16.5h13M5 13l3.5-4 3 2.5L16 5.5" />,
  pin: (
    <>
      <path d="M10 17s5-4.7 5-8.8A5 5 0 0 0 5 8.2C5 12.3 10 17 10 17z" />
      <circle cx="10" cy="8.2" r="1.7" />
    </>
  ),
  plug: <path d="M7.5 3.5v3M12.5 3.5v3M5.5 6.5h9v2.7a4.5 4.5 0 0 1-9 0zM10 13.7v3" />,
  key: (
    <>
      <circle cx="7" cy="13" r="3.3" />
      <path d="M9.4 10.6 16 4M13.3 6.7l2 2" />
    </>
  ),
  building: <path d="M4.5 16.5v-13h7v13M11.5 8h4v8.5M3 16.5h14M7 6.5h2M7 9.5h2M7 12.5h2" />,
  tag: (
    <>
      <path d="M3.8 10.6V4.3c0-.3.2-.5.5-.5h6.3l6 6-6.8 6.8z" />
      <circle cx="7.3" cy="7.3" r="1" />
    </>
  ),
  phone: (
    <path d="M6.8 3.5 8.5 7 6.9 8.5c.8 1.9 2.2 3.4 4.2 4.4l1.7-1.5 3.5 1.6c-.1 2.2-1.3 3.5-3.2 3.5C8 16.5 3.5 11.5 3.5 6.7c0-1.9 1.3-3.1 3.3-3.2z" />
  ),
  mail: <path d="M3 5h14v10H3zM3.3 5.5 10 10.8l6.7-5.3" />,
  info: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 9.2v4M10 6.7v.1" />
    </>
  ),
  warning: <path d="M10 3.8 17 16H3zM10 8.3v3.7M10 13.9v.1" />,
  book: <path d="M10 4.5C7.5 3 4.5 3 2 4v12c2.5-1 5.5-1 8 .5 2.5-1.5 5.5-1.5 8-.5V4c-2.5-1-5.5-1-8 .5v12" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 6.3V10l2.5 1.7" />
    </>
  ),
  exit: <path d="M8.5 3.5h-4v13h4M8.5 10H17M13.5 6.5 17 10l-3.5 3.5" />,
  filter: <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />,
  link: (
    <path d="M8.5 11.5l3-3M9.3 6.3l1.4-1.4a3 3 0 0 1 4.3 4.3l-1.4 1.4M10.7 13.7l-1.4 1.4a3 3 0 0 1-4.3-4.3l1.4-1.4" />
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof DRAWINGS

export function Icon({ name, label, small = false }: { name: IconName; label?: string; small?: boolean }) {
  const className = small ? `${styles.icon} ${styles.small}` : styles.icon
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={className} viewBox="0 0 20 20" width={small ? 16 : 20} height={small ? 16 : 20} {...named}>
      {DRAWINGS[name]}
    </svg>
  )
}
