import { z } from 'zod'
import { emailInput } from '#features/accounts/schema.ts'
import { captchaToken } from '#features/sessions/sign-ins/schema.ts'

export const forgottenInput = z.object({ email: emailInput, captcha: captchaToken })
