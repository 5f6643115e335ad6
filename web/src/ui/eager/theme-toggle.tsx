import { type ButtonProps, IconButton } from '@chakra-ui/react/button';
import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../../lib/screen/color-mode.ts';

export function ThemeToggle(props: ButtonProps) {
  const [theme, toggle] = useTheme();
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggle}
      {...props}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  );
}
