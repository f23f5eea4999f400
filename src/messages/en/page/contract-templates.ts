import { cited } from '../cited.ts'

/** The texts that contracts are made from. */
export const contractTemplates = {
  title: 'Templates',
  subtitle: 'The texts that contracts are made from, in Portuguese and English.',
  back: 'Templates',
  caption: 'Templates by kind and language',
  name: '{kind}, in {language}',
  languages: { pt: 'Portuguese', en: 'English' },
  heads: { template: 'Template', inUse: 'In use', since: 'Since', contracts: 'Contracts created' },
  version: 'Version {version}',
  shipped: 'Original text',
  lawyer: {
    title: 'The company’s lawyer should check the text',
    text: 'The site checks the fields and flags certain words. It does not check whether the contract is good for the company.',
  },
  one: {
    shown: 'Version {version}',
    isOld: 'This is version {shown}. New contracts use version {version}.',
    toInUse: 'See the version in use',
    edit: 'Write a new version',
    editFrom: 'Start from this version',
    marked: 'Highlighted parts are filled in for each contract.',
    text: 'Text',
  },
  versions: {
    title: 'Versions',
    text: 'A version never changes. A contract keeps the version it was made from.',
    caption: 'Versions of this template',
    heads: {
      version: 'Version',
      written: 'Written on',
      note: 'What changed',
      contracts: 'Contracts',
      act: 'Put into use',
    },
    inUse: 'In use',
    use: 'Put into use',
    useOne: 'Put version {version} into use',
  },
  done: {
    written: 'The new version is saved and in use. Existing contracts have not changed.',
    used: 'The version you chose is now used for new contracts.',
  },
  form: {
    title: 'New version',
    body: 'Text of the template',
    bodyHelp: 'Start the title line with “# ” and each clause heading with “## ”. Each line is a paragraph.',
    note: 'What changed',
    noteHelp: 'For example: checked by the lawyer in November.',
    driver: 'Preview with the details of',
    nobody: 'Nobody: fields only',
    save: 'Save as version {version}',
    meanwhile:
      'Somebody else has saved version {version} meanwhile. Your text is here as you typed it: if you save it, it becomes version {next}.',
    others: 'See version {version}',
    fields: 'Fields of this template',
    fieldsText: 'Copy a field into the text. Each contract fills it in from the record.',
    needed: 'required',
  },
  look: {
    title: 'Preview',
    none: 'Press “Preview”. Nothing is saved.',
    faults: 'It cannot be saved like this',
    signs: 'To check with a lawyer',
    sign: 'Line {line}, “{found}”: {why}',
    fine: 'The text has all the fields it needs.',
  },
  signs: {
    hours: `fixed hours are a sign of an employment contract (${cited('signs-of-employment')}).`,
    exclusive: `exclusivity is a sign of an employment contract (${cited('signs-of-employment')}).`,
    fines: `fines by the company are a sign of an employment contract (${cited('signs-of-employment')}).`,
    'rent-a-car': `car hire without a driver requires its own licence (${cited('car-hire')}).`,
  },
  logged: {
    'contract-template': {
      noun: 'Contract template',
      write: 'Contract template written',
      use: 'Template version put into use',
    },
  },
}
