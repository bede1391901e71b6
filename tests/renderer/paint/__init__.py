"""Tests of painting."""
