import { z } from 'zod'
import { emailInput } from '#features/accounts/schema.ts'

export const forgottenInput = z.object({ email: emailInput })
