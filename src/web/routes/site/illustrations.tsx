import type { ReactNode } from 'react'
import styles from './illustrations.module.css'

const SPOT = { width: 104, height: 48 }

/** A car on the road of the week, between Wednesday and Thursday. */
export function DriversDrawing() {
  return (
    <Drawing width={504}>
      <path d="M0 34h504M0 134h504" className={styles.edge} />
      <path d="M0 84h190" className={styles.done} />
      <path d="M296 84h208" className={styles.todo} />
      {[6, 84, 162].map((x) => (
        <circle key={x} cx={x} cy="84" r="6" className={styles.stop} />
      ))}
      {[318, 396, 474].map((x) => (
        <circle key={x} cx={x} cy="84" r="5" className={styles.ahead} />
      ))}
      <use href="#car" x="186" y="59" width="108" height="50" />
    </Drawing>
  )
}

/** The fleet in its bays; one is on the road. */
export function FleetDrawing() {
  return (
    <Drawing width={544}>
      <path d="M1 2v110M109.4 2v110M217.8 2v110M326.2 2v110M434.6 2v110M543 2v110" className={styles.edge} />
      <path d="M272 60v56a32 32 0 0 0 32 32h240" className={styles.done} />
      <circle cx="272" cy="60" r="6" className={styles.stop} />
      {[55.2, 163.6, 380.4, 488.8].map((x) => (
        <use key={x} href="#car" x={x - SPOT.width / 2} y="36" {...SPOT} transform={`rotate(-90 ${x} 60)`} />
      ))}
    </Drawing>
  )
}

/** A sealed document, and the line that goes from it to the answer. */
export function SealDrawing() {
  return (
    <Drawing width={544}>
      <path d="M96 148V12a8 8 0 0 1 8-8h96l32 32v112" className={styles.edge} />
      <path d="M200 4v32h32M120 60h64M120 80h88M120 100h48" className={styles.edge} />
      <path d="M0 148h288a32 32 0 0 0 32-32V92a32 32 0 0 1 32-32h36" className={styles.done} />
      <circle cx="200" cy="116" r="6" className={styles.stop} />
      <circle cx="428" cy="60" r="40" className={styles.edge} />
      <path d="m408 60 14 14 28-28" className={styles.done} />
      <path d="M468 60h76" className={styles.todo} />
    </Drawing>
  )
}

/** The mark itself, very large, and the seven days of the next week. */
export function WheelDrawing() {
  return (
    <svg className={styles.wheel} viewBox="0 0 1152 1152" aria-hidden="true">
      <circle cx="576" cy="576" r="552" strokeWidth="44" />
      <path d="M576 604v526M24 576h1104" strokeWidth="24" />
      <circle cx="576" cy="576" r="60" fill="currentColor" stroke="none" />
    </svg>
  )
}

/** Three lanes of the rank: two cars wait, one leaves on the green line. */
export function RankDrawing() {
  return (
    <svg className={styles.scene} viewBox="0 0 544 232" width="544" height="232" aria-hidden="true">
      <path d="M0 40h544M0 136h544" className={styles.edge} strokeDasharray="28 20" />
      <use href="#car" x="40" y="64" {...SPOT} />
      <use href="#car" x="184" y="64" {...SPOT} />
      <path d="M0 184h216c64 0 64-96 128-96h44" className={styles.done} />
      <use href="#car" x="388" y="64" width="104" height="48" className={styles.leaving} />
      <circle cx="96" cy="184" r="6" className={styles.stop} />
      <circle cx="190" cy="184" r="6" className={styles.stop} />
    </svg>
  )
}

/** A week's receipt unrolling from its roll; the road of the week runs down it. */
export function ReceiptDrawing() {
  return (
    <svg className={styles.scene} viewBox="0 0 544 232" width="544" height="232" aria-hidden="true">
      <circle cx="150" cy="76" r="52" className={styles.ink} />
      <circle cx="150" cy="76" r="34" className={styles.edge} />
      <circle cx="150" cy="76" r="16" className={styles.ink} />
      <path d="M150 24h214c24 0 36 12 36 36v172H202V76" className={styles.paper} />
      <path d="M232 72h88M232 100h64M232 128h96M232 156h52M232 184h80" className={styles.edge} />
      <path d="M362 72h14M362 100h14M362 128h14M362 156h14M362 184h14" className={styles.ink} />
      <path d="M218 56v176" className={styles.done} />
      {[72, 100, 128].map((y) => (
        <circle key={y} cx="218" cy={y} r="5" className={styles.stop} />
      ))}
      {[156, 184].map((y) => (
        <circle key={y} cx="218" cy={y} r="4" className={styles.ahead} />
      ))}
    </svg>
  )
}

/** A desk seen from above: a telephone, a statement, and the line that joins them. */
export function DeskDrawing() {
  return (
    <svg className={styles.scene} viewBox="0 0 544 232" width="544" height="232" aria-hidden="true">
      <rect x="48" y="28" width="96" height="176" rx="14" className={styles.paper} />
      <path d="M84 42h24M64 176h64" className={styles.edge} />
      <path d="M72 74h48M72 94h32" className={styles.ink} />
      <path d="M120 130c48 0 56-54 104-54h72" className={styles.done} />
      <circle cx="120" cy="130" r="6" className={styles.stop} />
      <rect x="296" y="20" width="168" height="212" rx="6" className={styles.paper} />
      <path d="M320 52h56M320 104h84M320 128h60M320 152h92M320 176h40" className={styles.edge} />
      <path d="M428 104h14M428 128h14M428 152h14M428 176h14" className={styles.ink} />
      <path d="M296 76h168" className={styles.done} />
      <circle cx="320" cy="76" r="5" className={styles.stop} />
      <circle cx="348" cy="76" r="5" className={styles.stop} />
      {[376, 404, 432].map((x) => (
        <circle key={x} cx={x} cy="76" r="4" className={styles.ahead} />
      ))}
      <path d="m492 60 14 14-56 110-18 8 2-20z" className={styles.paper} />
    </svg>
  )
}

/** The key, the card and the car they are for. */
export function KeysDrawing() {
  return (
    <svg className={styles.scene} viewBox="0 0 544 232" width="544" height="232" aria-hidden="true">
      <rect x="24" y="56" width="200" height="126" rx="12" className={styles.paper} />
      <rect x="44" y="82" width="48" height="60" rx="4" className={styles.edge} />
      <path d="M112 90h84M112 112h56M112 134h72" className={styles.edge} />
      <path d="M24 158h200" className={styles.done} />
      <path d="M224 158h44c32 0 24-70 56-70h64" className={styles.done} />
      <circle cx="268" cy="158" r="22" className={styles.paper} />
      <circle cx="268" cy="158" r="7" className={styles.ink} />
      <path d="M284 174l44 44m-16-16 12-12m2 26 10-10" className={styles.ink} />
      <use href="#car" x="388" y="64" {...SPOT} />
      <path d="M340 40h180M340 136h180" className={styles.edge} />
    </svg>
  )
}

/** A drawing beside the first words of a page, aligned with them when it is narrower than its place. */
function Drawing({ width, children }: { width: number; children: ReactNode }) {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} 168`}
      width={width}
      height="168"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
