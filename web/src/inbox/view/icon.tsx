// Small pictures; a word for each comes from whoever uses them.

const paths = {
  bell: 'M12 3a1.500 1.500 0 0 1 1.500 1.500v.7c3 .7 5 3.200 5 6.500 0 3.900 1 5.200 2 6.100.5.5.2 1.400-.6 1.400H4.100c-.8 0-1.100-.9-.6-1.400 1-.9 2-2.200 2-6.100 0-3.300 2-5.800 5-6.500v-.7A1.500 1.500 0 0 1 12 3zM9.500 20.500h5a2.500 2.500 0 0 1-5 0z',
  close:
    'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  archive: 'M3 4h18v5h-1v11H4V9H3zm3 5v9h12V9zm3 2h6v2H9z',
  unarchive: 'M3 4h18v5h-1v11H4V9H3zm3 5v9h12V9zm6 1 3.500 3.500H13V17h-2v-3.500H8.500z',
  read: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  unread: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
} as const

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
