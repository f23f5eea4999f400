import { redirect } from 'react-router'

export const action = () => redirect('/', 303)
