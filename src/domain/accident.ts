/** The friendly declaration of an accident: none was made yet, both signed it, or one of them refused to. What nobody chose is the first. */
export const DECLARATIONS = ['none', 'signed', 'refused'] as const

/** Whether somebody was hurt. */
export const INJURIES = ['no', 'yes'] as const

/** Who answers for damage: whoever drove, somebody else, or nobody, because things wear out. */
export const DAMAGE_CAUSES = ['driver', 'third-party', 'wear'] as const
export type DamageCause = (typeof DAMAGE_CAUSES)[number]
