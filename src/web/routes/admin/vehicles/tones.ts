import type { StateTone } from '#web/ui/state.tsx'

export const VEHICLE_TONES: Readonly<Record<string, StateTone>> = { active: 'ok', maintenance: 'warn', sold: 'info' }
