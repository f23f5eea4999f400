/** The car seen from above, drawn once per page and referred to by its id. */
export function CarSymbol() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="visually-hidden">
      <symbol id="car" viewBox="0 0 104 48">
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
          <path
            d="M17 5.5C30 4 62 3.5 78 4.5 92 5.4 100 12 101 24c-1 12-9 18.6-23 19.5-16 1-48 .5-61-1C7 41.3 3 35 3 24 3 13 7 6.7 17 5.5Z"
            fill="var(--card)"
          />
          <path d="M62 9c7-.4 10.5.2 12.5 1 3.5 9 3.5 19 0 28-2 .8-5.5 1.4-12.5 1 3-9 3-21 0-30Z" />
          <path d="M27 10c-3.5 0-7 .6-9 1.5-3 7.5-3 17.5 0 25 2 .9 5.5 1.5 9 1.5-2-8-2-20 0-28Z" />
          <path d="M31 8.8h26M31 39.2h26M44 8.8V5M44 39.2V43M69 4 66 .9M69 44l-3 3.1" />
        </g>
      </symbol>
    </svg>
  )
}

export function Car({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 104 48" width="104" height="48" aria-hidden="true">
      <use href="#car" />
    </svg>
  )
}
