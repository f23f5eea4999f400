import { BOLT_SCOPE } from './bolt-scope.ts'

/** Platforms that are asked by themselves, each with what its portal has to allow. */
export const PROVIDERS = ['bolt'] as const
export type Provider = (typeof PROVIDERS)[number]

export const SCOPES_OF: Readonly<Record<Provider, readonly string[]>> = { bolt: [BOLT_SCOPE] }
