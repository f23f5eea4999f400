/** The friendly declaration of an accident: signed by both, refused by one of them, or none was made. */
export const DECLARATIONS = ['signed', 'refused', 'none'] as const

/** Whether somebody was hurt. */
export const INJURIES = ['no', 'yes'] as const

/** Who answers for damage: whoever drove, somebody else, or nobody, because things wear out. */
export const DAMAGE_CAUSES = ['driver', 'third-party', 'wear'] as const
export type DamageCause = (typeof DAMAGE_CAUSES)[number]
