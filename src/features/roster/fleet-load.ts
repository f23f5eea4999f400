import type { AgreementsLoad } from './agreements/commands.server.ts'

/** Something of the list worth a person's look. Its words are `page.fleet.load.warnings.<code>`. */
export type RosterWarning = {
  code:
    | 'unknown-name'
    | 'nif-wrong'
    | 'phone-wrong'
    | 'plate-unusual'
    | 'iban-invalid'
    | 'iban-differs'
    | 'contact-shared'
    | 'same-person'
    | 'two-people'
    | 'energy-unknown'
    | 'assignment-differs'
    | 'goal-from'
    | 'goal-until'
  /** Where: a driver's short name, a plate, or a path of the list. */
  at: string
  found: string
}

export type FleetLoad = Omit<AgreementsLoad, 'warnings'> & {
  company: 'added' | 'changed' | 'kept'
  drivers: { added: number; known: number }
  vehicles: { added: number; known: number }
  keys: { added: number; known: number }
  ibans: number
  terms: number
  assignments: { added: number; known: number }
  maintenance: { added: number; known: number }
  papers: { added: number; known: number }
  warnings: RosterWarning[]
}
