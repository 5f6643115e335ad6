import { Box } from '@chakra-ui/react/box';
import { Input } from '../../ui/eager/controls.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export const SearchField = ({ label, value, onChange }: Props) => (
  <Box flex="1 1 14rem" maxW={{ sm: 'sm' }}>
    <Input
      type="search"
      size="sm"
      aria-label={label}
      placeholder={`${label}...`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Box>
);
